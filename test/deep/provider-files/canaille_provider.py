"""canaille 0.3.6 in memory, on loopback: PORT, CLIENT_ID, CLIENT_SECRET and RETURN_TO come from the environment."""

import logging
import os

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from joserfc.jwk import RSAKey

port, return_to = int(os.environ["PORT"]), os.environ["RETURN_TO"]
key = RSAKey.generate_key(2048, {"kid": "first", "alg": "RS256", "use": "sig"}, auto_kid=False).as_dict(private=True)
app = create_app(
    {
        "SECRET_KEY": "for tests alone",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "SMTP": None},
        "CANAILLE_OIDC": {"ACTIVE_JWKS": [key]},
    }
)
logging.disable(logging.WARNING)
people = [
    ("grace", "Grace", "Hopper", "grace@example.com", "pw-grace"),
    ("bob", "Bob", "Babbage", "bob@example.com", "pw-bob"),
]
with app.app_context(), Backend.instance.session():
    made = {}
    for user, given, family, email, password in people:
        made[user] = models.User(
            user_name=user, given_name=given, family_name=family, formatted_name=f"{given} {family}",
            emails=[email], password=password,
        )
        Backend.instance.save(made[user])
    Backend.instance.save(models.Group(display_name="leads-sales", members=[made["grace"]]))
    client = models.Client(
        client_id=os.environ["CLIENT_ID"],
        client_secret=os.environ["CLIENT_SECRET"],
        client_name="The desk",
        client_uri="http://127.0.0.1",
        redirect_uris=[return_to],
        post_logout_redirect_uris=[return_to],
        grant_types=["authorization_code"],
        response_types=["code"],
        scope=["openid", "profile", "email", "groups"],
        token_endpoint_auth_method="client_secret_post",
        id_token_signed_response_alg="RS256",
    )
    Backend.instance.save(client)
    if os.environ.get("FOR_NOBODY") != "yes":  # as its command line makes a client
        client.audience = [client]
        Backend.instance.save(client)
app.run(host="127.0.0.1", port=port)
