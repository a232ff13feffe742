"""A server as people write it, with the package mcp of those who make the protocol."""
from mcp.server import MCPServer

server = MCPServer("ten lines")


@server.tool()
def echo(text: str) -> str:
    """Says what it is told."""
    return text


server.run()
