"""python3 mails.py LEAD OUT: mails of the lead, as Python's email writes them; `old` by its older classes."""

import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

lead, out = map(Path, sys.argv[1:])
text = {name: (lead / name).read_text("utf-8") for name in ("lead.xml", "lead.html", "long.xml")}
latin1 = (lead / "latin-1.xml").read_bytes()


def begun(body="A lead for you.\n", **more):
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = "Carhound <leads@carhound.example.com>"
    message["To"] = "src_x@adf.example.com"
    message["Subject"] = "New lead: Zoé"
    message.set_content(body, **more)
    return message


def keep(shape, message):
    (out / f"{shape}.eml").write_bytes(message.as_bytes())


def with_file(message, name, named="lead.xml"):
    message.add_attachment((lead / name).read_bytes(), maintype="application", subtype="xml", filename=named)
    return message


keep("plain", begun(text["lead.xml"]))
keep("latin-1", begun(latin1.decode("latin-1"), charset="iso-8859-1"))
keep("file", with_file(begun(), "lead.xml"))
keep("file-latin-1", with_file(begun(), "latin-1.xml", "Zoé.adf"))
keep("html", begun(text["lead.html"], subtype="html"))
both = begun(text["lead.xml"])
both.add_alternative(text["lead.html"], subtype="html")
keep("alternative", both)
keep("body-and-file", with_file(begun(text["lead.xml"]), "lead.xml"))
keep("long", begun(text["long.xml"]))
as_text = begun()
as_text.add_attachment(text["long.xml"], subtype="xml", filename="lead.xml")
keep("long-file", as_text)
forwarded = begun()
forwarded.add_attachment(message_from_bytes((lead / "mail.eml").read_bytes(), policy=policy.SMTP))
keep("forwarded", forwarded)
keep("old-plain", MIMEText(text["lead.xml"], "plain", "utf-8"))
keep("old-long", MIMEText((lead / "ascii.xml").read_text("ascii")))
old = MIMEMultipart()
old.attach(MIMEText("A lead for you.\n"))
old.attach(MIMEText(text["lead.xml"], "xml", "utf-8"))
keep("old-part", old)
