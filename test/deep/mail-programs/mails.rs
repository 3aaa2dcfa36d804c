//! `mails LEAD OUT`: mails of the lead, as lettre writes them.
use lettre::message::{header::ContentType, Attachment, Body, MessageBuilder, MultiPart, SinglePart};
use lettre::Message;
use std::{env, fs, path::PathBuf};

fn begun() -> MessageBuilder {
    Message::builder()
        .from("Carhound <leads@carhound.example.com>".parse().unwrap())
        .to("src_x@adf.example.com".parse().unwrap())
        .subject("New lead: Zoé")
}

fn main() {
    let args: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let bytes = |name: &str| fs::read(args[0].join(name)).unwrap();
    let text = |name: &str| String::from_utf8(bytes(name)).unwrap();
    let keep = |shape: &str, message: Message| fs::write(args[1].join(format!("{shape}.eml")), message.formatted()).unwrap();
    let xml = || ContentType::parse("application/xml").unwrap();
    let file = |name: &str, named: &str| Attachment::new(named.to_string()).body(bytes(name), xml());
    let words = || SinglePart::plain("A lead for you.\n".to_string());

    keep("plain", begun().header(ContentType::TEXT_PLAIN).body(text("lead.xml")).unwrap());
    keep("file", begun().multipart(MultiPart::mixed().singlepart(words()).singlepart(file("lead.xml", "lead.xml"))).unwrap());
    keep("file-latin-1", begun().multipart(MultiPart::mixed().singlepart(words()).singlepart(file("latin-1.xml", "Zoé.adf"))).unwrap());
    keep("html", begun().singlepart(SinglePart::html(text("lead.html"))).unwrap());
    keep("alternative", begun().multipart(MultiPart::alternative_plain_html(text("lead.xml"), text("lead.html"))).unwrap());
    keep("body-and-file", begun().multipart(MultiPart::mixed().singlepart(SinglePart::plain(text("lead.xml"))).singlepart(file("lead.xml", "lead.xml"))).unwrap());
    keep("long", begun().singlepart(SinglePart::plain(text("long.xml"))).unwrap());
    keep("long-file", begun().multipart(MultiPart::mixed().singlepart(words()).singlepart(Attachment::new("lead.xml".into()).body(text("long.xml"), xml()))).unwrap());
    let forwarded = SinglePart::builder()
        .header(ContentType::parse("message/rfc822").unwrap())
        .body(Body::new(bytes("mail.eml")));
    keep("forwarded", begun().multipart(MultiPart::mixed().singlepart(words()).singlepart(forwarded)).unwrap());
}
