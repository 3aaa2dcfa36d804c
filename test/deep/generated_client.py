"""What a vendor does with the client that OpenAPI Generator makes: generated_client.py URL KEY API TOKEN"""

import sys

import openapi_client
import operators_client
from openapi_client.exceptions import ApiException

url, key, api, token = sys.argv[1:]


def client(api_key):
    configuration = openapi_client.Configuration(host=url, api_key={"apiKey": api_key})
    return openapi_client.LeadsApi(openapi_client.ApiClient(configuration))


def refused(call):
    try:
        call()
    except ApiException as refusal:
        return refusal.status, refusal.data.body
    raise AssertionError("this was not refused")


def lead(**changed):
    fields = dict(
        first_name="Ada",
        email="jörg@exämple.com",
        deal_type="buy-back",
        vendor_name="Acme Motors",
        lead_notes="\nCall after 5 pm.",
        zip=None,
    )
    return openapi_client.Lead(**fields).model_copy(update=changed)  # the changes unchecked: the service is to refuse them


leads = client(key)
first = leads.create_lead(lead(), idempotency_key="A-1001").body.lead_id
assert leads.create_lead(lead(), idempotency_key="A-1001").body.lead_id == first
found = leads.get_lead(first).body
assert (found.lead_id, found.status) == (first, "In Progress"), found

status, body = refused(lambda: leads.create_lead(lead(phone="555-1234", email="ada")))
assert (status, [problem.to_dict()["field"] for problem in body.errors]) == (400, ["email", "phone"]), body
status, body = refused(lambda: leads.create_lead(lead(email=None)))
assert (status, body.error) == (400, "email or phone is required"), body
status, body = refused(lambda: leads.create_lead(lead(email="zoe@example.com"), idempotency_key="A-1001"))
assert (status, body.error) == (422, "Idempotency-Key reused"), body
status, body = refused(lambda: client("wrong").get_lead(first))
assert (status, body.error) == (403, "Forbidden"), body
status, body = refused(lambda: leads.get_lead("nonsense"))
assert (status, body.message) == (404, "No lead was found with the leadId: nonsense"), body

operators = operators_client.Configuration(host=api, access_token=token)
hooks = operators_client.WebhooksApi(operators_client.ApiClient(operators)).list_hooks()
assert [each.url for each in hooks.hooks] == ["http://127.0.0.1:9/"], hooks
