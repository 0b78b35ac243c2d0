"""The table of `plan`, row by row, and what a plan tells about itself."""

from __future__ import annotations

import pytest
from faultwise.files import (
    ABSENT,
    Alias,
    Blocked,
    Content,
    Files,
    Obstacle,
    OnDisk,
    Owner,
    Rendered,
)
from faultwise.manifest import Entry, Manifest, digest_of
from faultwise.plan import Action, Plan, Why, plan, unified_diff

PATH = "src/shop/generated/tools.py"
LAST, NOW, EDITED = "last = 1\n", "now = 1\n", "edited = 1\n"
BOTH = (Owner.GENERATED, Owner.STUB)


def known(owner: Owner, *written: str, path: str = PATH) -> Manifest:
    return Manifest({path: Entry(owner, frozenset(digest_of(text.encode()) for text in written))})


def planned(owner: Owner, text: str | None, before: OnDisk, manifest: Manifest) -> Plan:
    rendered: Files = {} if text is None else {PATH: Rendered(owner, text)}
    return plan(rendered, {PATH: before}, manifest)


def content(text: str) -> Content:
    return Content(text.encode())


@pytest.mark.parametrize(
    ("text", "before", "for_generated", "for_stub"),
    [
        (NOW, ABSENT, Action.CREATE, Action.CREATE),
        (NOW, content(NOW), Action.KEEP, Action.KEEP),
        (NOW, content(LAST), Action.UPDATE, Action.UPDATE),
        (NOW, content(EDITED), Action.CONFLICT, Action.KEEP),
        (NOW, Content(b"\xff\x00"), Action.CONFLICT, Action.KEEP),
        (NOW, Obstacle("a folder"), Action.CONFLICT, Action.KEEP),
        (NOW, Obstacle("a symbolic link"), Action.CONFLICT, Action.KEEP),
        (NOW, Alias("src/other"), Action.CONFLICT, Action.KEEP),
        (NOW, Blocked("src"), Action.CONFLICT, Action.CONFLICT),
        (None, content(LAST), Action.DELETE, Action.DELETE),
        (None, content(EDITED), Action.CONFLICT, Action.ORPHAN),
        (None, Obstacle("a folder"), Action.CONFLICT, Action.ORPHAN),
    ],
)
def test_each_row_of_the_table(
    text: str | None, before: OnDisk, for_generated: Action, for_stub: Action
) -> None:
    """What is rendered, what stands there and who owns it decide the action."""
    for owner, expected in zip(BOTH, (for_generated, for_stub), strict=True):
        [step] = planned(owner, text, before, known(owner, LAST)).steps
        assert (step.path, step.owner, step.action) == (PATH, owner, expected)


@pytest.mark.parametrize(
    ("text", "before", "for_generated", "for_stub"),
    [
        (NOW, ABSENT, Why.MISSING, Why.MISSING),
        (NOW, content(NOW), Why.UP_TO_DATE, Why.UP_TO_DATE),
        (NOW, content(LAST), Why.OUT_OF_DATE, Why.OUT_OF_DATE),
        (NOW, content(EDITED), Why.EDITED, Why.YOURS),
        (NOW, Obstacle("a folder"), Why.OBSTACLE, Why.YOURS),
        (NOW, Alias("src/other"), Why.SAME_FILE, Why.YOURS),
        (NOW, Blocked("src"), Why.BLOCKED, Why.BLOCKED),
        (None, content(LAST), Why.UNUSED, Why.UNUSED),
        (None, content(EDITED), Why.EDITED_AND_UNUSED, Why.YOURS_AND_UNUSED),
    ],
)
def test_each_action_has_its_reason(
    text: str | None, before: OnDisk, for_generated: Why, for_stub: Why
) -> None:
    """The reason is one word for machines, and a sentence that names what stands in the way."""
    for owner, expected in zip(BOTH, (for_generated, for_stub), strict=True):
        [step] = planned(owner, text, before, known(owner, LAST)).steps
        assert step.why is expected
        assert "{" not in step.reason
        if isinstance(before, Obstacle | Alias | Blocked) and expected is not Why.YOURS:
            assert before[0] in step.reason


@pytest.mark.parametrize(("before", "why"), [(ABSENT, Why.NEW), (content(EDITED), Why.UNKNOWN)])
def test_a_path_that_no_manifest_knows_is_new_or_somebody_elses(before: OnDisk, why: Why) -> None:
    """Where nothing was written before, the reason says so."""
    [step] = planned(Owner.GENERATED, NOW, before, Manifest()).steps
    assert step.why is why


@pytest.mark.parametrize("owner", BOTH)
@pytest.mark.parametrize("before", [ABSENT, Alias("src/other"), Blocked("src")])
def test_a_known_path_that_is_not_there_is_forgotten(owner: Owner, before: OnDisk) -> None:
    """A path that is neither rendered nor on disk leaves the manifest, and nothing else happens."""
    made = planned(owner, None, before, known(owner, LAST))
    assert not made.steps
    assert not made.manifest.entries
    assert made.manifest_is_stale
    assert not made.is_empty


@pytest.mark.parametrize(("owner", "action"), [(Owner.GENERATED, "conflict"), (Owner.STUB, "keep")])
def test_without_a_manifest_only_what_is_rendered_is_known(owner: Owner, action: str) -> None:
    """Where nothing is known as written, any text but the rendered one is taken for a user's."""
    [step] = planned(owner, NOW, content(LAST), Manifest()).steps
    assert step.action == action
    [step] = planned(owner, NOW, content(NOW), Manifest()).steps
    assert step.action is Action.KEEP


@pytest.mark.parametrize("owner", BOTH)
def test_line_ends_of_a_checkout_are_no_edit(owner: Owner) -> None:
    """A file with CRLF line ends counts as the same text as with LF."""
    manifest = known(owner, LAST)
    [step] = planned(owner, NOW, Content(b"now = 1\r\n"), manifest).steps
    assert step.action is Action.KEEP
    [step] = planned(owner, NOW, Content(b"last = 1\r\n"), manifest).steps
    assert step.action is Action.UPDATE
    [step] = planned(owner, None, Content(b"last = 1\r\n"), manifest).steps
    assert step.action is Action.DELETE


@pytest.mark.parametrize("standing", [LAST, EDITED])
def test_each_text_that_a_killed_run_may_have_left_is_known(standing: str) -> None:
    """Where the manifest holds several texts for a path, each of them is the tool's."""
    manifest = known(Owner.GENERATED, LAST, EDITED)
    [step] = planned(Owner.GENERATED, NOW, content(standing), manifest).steps
    assert step.action is Action.UPDATE


@pytest.mark.parametrize(("owner", "was"), [BOTH, BOTH[::-1]])
def test_the_owner_of_a_path_is_the_one_that_is_rendered(owner: Owner, was: Owner) -> None:
    """Where a path changes hands, the new owner's column of the table holds."""
    [step] = planned(owner, NOW, content(EDITED), known(was, LAST)).steps
    assert step.action is (Action.KEEP if owner is Owner.STUB else Action.CONFLICT)


def test_a_name_that_changes_its_case_makes_room_for_itself() -> None:
    """On a file system that folds case, the old spelling is deleted and the new one created."""
    manifest = known(Owner.GENERATED, LAST, path="Errors.md")
    rendered = {"ERRORS.md": Rendered(Owner.GENERATED, NOW)}
    on_disk: dict[str, OnDisk] = {"ERRORS.md": Alias("Errors.md"), "Errors.md": content(LAST)}
    made = plan(rendered, on_disk, manifest)
    assert {step.path: step.action for step in made.steps} == {
        "ERRORS.md": Action.CREATE,
        "Errors.md": Action.DELETE,
    }
    edited = plan(rendered, {**on_disk, "Errors.md": content(EDITED)}, manifest)
    assert {step.action for step in edited.steps} == {Action.CONFLICT}


def test_a_plan_with_nothing_but_kept_and_orphaned_files_is_empty() -> None:
    """Files that stay as they are leave nothing to do, and the plan counts them."""
    rendered = {
        "a.py": Rendered(Owner.GENERATED, NOW),
        "b.py": Rendered(Owner.STUB, NOW),
    }
    entries = {
        "a.py": Entry(Owner.GENERATED, frozenset({digest_of(NOW.encode())})),
        "b.py": Entry(Owner.STUB, frozenset({digest_of(LAST.encode())})),
        "c.py": Entry(Owner.STUB, frozenset({digest_of(LAST.encode())})),
    }
    on_disk = {"a.py": content(NOW), "b.py": content(EDITED), "c.py": content(EDITED)}
    made = plan(rendered, on_disk, Manifest(entries))
    assert made.is_empty
    assert made.manifest == Manifest(entries)
    assert made.counts == {**dict.fromkeys(Action, 0), Action.KEEP: 2, Action.ORPHAN: 1}
    assert [unified_diff(step) for step in made.steps] == ["", "", ""]


def test_a_stub_that_is_not_as_written_keeps_what_is_known_of_it() -> None:
    """What was written of an edited stub stays known, so that an undone edit is no edit."""
    made = planned(Owner.STUB, NOW, content(EDITED), known(Owner.STUB, LAST))
    assert made.is_empty
    undone = planned(Owner.STUB, NOW, content(LAST), made.manifest)
    assert [step.action for step in undone.steps] == [Action.UPDATE]


def test_steps_are_sorted_whatever_order_they_came_in() -> None:
    """The plan does not depend on the order of what was rendered."""
    rendered = {name: Rendered(Owner.GENERATED, NOW) for name in ("b.py", "a/c.py", "a.py")}
    made = plan(rendered, dict.fromkeys(rendered, ABSENT), Manifest())
    assert [step.path for step in made.steps] == ["a.py", "a/c.py", "b.py"]
    assert made == plan(
        dict(reversed(rendered.items())), dict.fromkeys(rendered, ABSENT), Manifest()
    )


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        (
            "a\nnew\n",
            content("a\r\nold"),
            (
                f"--- a/{PATH}\n+++ b/{PATH}\n@@ -1,2 +1,2 @@\n a\n-old\n"
                "\\ No newline at end of file\n+new\n"
            ),
        ),
        ("a\n", ABSENT, f"--- /dev/null\n+++ b/{PATH}\n@@ -0,0 +1 @@\n+a\n"),
        (None, content(LAST), f"--- a/{PATH}\n+++ /dev/null\n@@ -1 +0,0 @@\n-last = 1\n"),
        ("x\f\u2028y\n", ABSENT, f"--- /dev/null\n+++ b/{PATH}\n@@ -0,0 +1 @@\n+x\f\u2028y\n"),
        (
            "a\n",
            Obstacle("a folder"),
            f"--- a/{PATH}\n+++ b/{PATH}\n@@ -1 +1 @@\n-(a folder)\n+a\n",
        ),
    ],
)
def test_the_diff_of_a_step(text: str | None, before: OnDisk, expected: str) -> None:
    """A diff shows what a step does, in lines that end at LF only."""
    [step] = planned(Owner.GENERATED, text, before, known(Owner.GENERATED, LAST)).steps
    assert unified_diff(step) == expected
