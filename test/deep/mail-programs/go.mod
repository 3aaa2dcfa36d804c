module mails

go 1.25

require github.com/wneessen/go-mail v0.8.1
