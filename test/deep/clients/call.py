"""What is done with the clients that openapi-python-client makes: call.py URL KEY API TOKEN"""

import sys
import uuid

from operators_client import AuthenticatedClient as Operators
from operators_client.api.webhooks import list_hooks
from vendors_client import AuthenticatedClient
from vendors_client.api.leads import create_lead, get_lead
from vendors_client.models import Lead, LeadDealType

url, key, api, token = sys.argv[1:]


def client(api_key):
    return AuthenticatedClient(base_url=url, token=api_key, prefix="", auth_header_name="x-api-key")


def lead(**changed):
    fields = dict(
        first_name="Ada",
        email="ada@example.com",
        deal_type=LeadDealType.SALES,
        vendor_name="Acme Motors",
        lead_notes="\nCall after 5 pm.",
    )
    return Lead(**{**fields, **changed})


once = str(uuid.uuid4())
first = create_lead.sync(client=client(key), body=lead(), idempotency_key=once).body.lead_id
assert create_lead.sync(client=client(key), body=lead(), idempotency_key=once).body.lead_id == first
assert get_lead.sync(first, client=client(key)).body.status == "In Progress"
wrong = create_lead.sync_detailed(client=client(key), body=lead(phone="555-1234", email="ada"))
assert (wrong.status_code, [each.field for each in wrong.parsed.body.errors]) == (400, ["email", "phone"]), wrong
assert get_lead.sync_detailed(first, client=client("wrong")).status_code == 403

hooks = list_hooks.sync(client=Operators(base_url=api, token=token))
assert [each.url for each in hooks.hooks] == ["http://127.0.0.1:9/"], hooks
