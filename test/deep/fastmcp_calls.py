"""Makes tools of the operators' description with FastMCP, and calls twelve: prints of each its name, what is wanted, and what came."""
import asyncio
import json
import sys

import httpx2
from fastmcp import Client, FastMCP

base, token, vendor = sys.argv[1:]


async def main():
    api = httpx2.AsyncClient(base_url=base, headers={"authorization": f"Bearer {token}"})
    description = (await api.get("/openapi-clients.json")).json()
    async with Client(FastMCP.from_openapi(openapi_spec=description, client=api)) as tools:

        async def call(name, arguments, wanted):
            """`wanted`: a field of the answer with its value, or words of the refusal."""
            try:
                answer = (await tools.call_tool(name, arguments)).structured_content
                field = wanted[0] if isinstance(wanted, list) else ""
                print(json.dumps([name, wanted, [field, answer.get(field)]]))
                return answer
            except Exception as error:
                print(json.dumps([name, wanted, wanted if str(wanted) in str(error) else str(error)]))

        listed = {tool.name: tool.description for tool in await tools.list_tools()}
        print(json.dumps(["tools", 48, len(listed)]))
        print(json.dumps(["dropHeld", True, listed["dropHeld"].startswith("Drop what is held of a source")]))
        found = await call("listLeads", {"status": "unanswered", "limit": 1}, ["more", True])
        lead = found["leads"][0]["leadId"]
        await call("listLeads", {"status": "Open"}, ["more", False])
        await call("listLeads", {"status": "half"}, "Allowed values: open, unanswered")
        await call("listLeads", {"since": "yesterday"}, "A day is one such as")
        await call("showLead", {"leadId": lead}, ["leadId", lead])
        await call("noteLead", {"leadId": lead, "kind": "reached", "text": "Has a trade-in."}, ["leadId", lead])
        await call("moveLead", {"leadId": lead, "status": "Quoted"}, ["from", "In Progress"])
        await call("assignLead", {"leadId": lead, "owner": "Nobody at all"}, "unknown-person")
        await call("findContacts", {"email": "ada@example.com"}, ["more", False])
        await call("listKeys", {"vendor": "Blue Motors"}, ["vendor", vendor])
        await call("readAudit", {"on": lead, "limit": 1}, ["more", True])
        await call("reportLeads", {"month": "2026-13"}, '"field": "month"')


asyncio.run(main())
