// mails LEAD OUT: mails of the lead, as go-mail writes them.
package main

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/wneessen/go-mail"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func read(name string) []byte {
	data, err := os.ReadFile(filepath.Join(os.Args[1], name))
	must(err)
	return data
}

func begun(options ...mail.MsgOption) *mail.Msg {
	message := mail.NewMsg(options...)
	must(message.From("Carhound <leads@carhound.example.com>"))
	must(message.To("src_x@adf.example.com"))
	message.Subject("New lead: Zoé")
	return message
}

func attach(message *mail.Msg, name string, options ...mail.FileOption) {
	message.AttachFile(filepath.Join(os.Args[1], name), options...)
}

func main() {
	keep := func(shape string, message *mail.Msg) {
		must(message.WriteToFile(filepath.Join(os.Args[2], shape+".eml")))
	}
	lead, html := string(read("lead.xml")), string(read("lead.html"))
	words := "A lead for you.\n"

	message := begun()
	message.SetBodyString(mail.TypeTextPlain, lead)
	keep("plain", message)

	message = begun(mail.WithCharset(mail.CharsetISO88591), mail.WithEncoding(mail.EncodingB64))
	message.SetBodyString(mail.TypeTextPlain, string(read("latin-1.xml")))
	keep("latin-1", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, words)
	attach(message, "lead.xml")
	keep("file", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, words)
	attach(message, "latin-1.xml", mail.WithFileName("Zoé.adf"))
	keep("file-latin-1", message)

	message = begun()
	message.SetBodyString(mail.TypeTextHTML, html)
	keep("html", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, lead)
	message.AddAlternativeString(mail.TypeTextHTML, html)
	keep("alternative", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, lead)
	attach(message, "lead.xml")
	keep("body-and-file", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, string(read("long.xml")))
	keep("long", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, words)
	attach(message, "long.xml", mail.WithFileEncoding(mail.NoEncoding))
	keep("long-file", message)

	message = begun()
	message.SetBodyString(mail.TypeTextPlain, words)
	must(message.AttachReader("lead.eml", bytes.NewReader(read("mail.eml")), mail.WithFileContentType("message/rfc822")))
	keep("forwarded", message)
}
