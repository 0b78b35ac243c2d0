"""faultwise: generates MCP tools whose errors tell an agent what to do next."""
