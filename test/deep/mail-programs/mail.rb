# ruby mail.rb LEAD OUT: mails of the lead, as the gem mail writes them.
require 'mail'

LEAD, OUT = ARGV
def content(name) = File.binread("#{LEAD}/#{name}")
def text(name) = File.read("#{LEAD}/#{name}", encoding: 'utf-8')

def keep(shape, body: nil, html: nil, files: {})
  mail = Mail.new(charset: 'UTF-8', from: 'Carhound <leads@carhound.example.com>', to: 'src_x@adf.example.com', subject: 'New lead: Zoé')
  if body && html
    mail.text_part = Mail::Part.new { content_type 'text/plain; charset=UTF-8'; body body }
    mail.html_part = Mail::Part.new { content_type 'text/html; charset=UTF-8'; body html }
  elsif html
    mail.content_type = 'text/html; charset=UTF-8'
    mail.body = html
  else
    mail.body = body || "A lead for you.\n"
  end
  files.each { |name, bytes| mail.attachments[name] = bytes }
  yield mail if block_given?
  File.binwrite("#{OUT}/#{shape}.eml", mail.to_s)
end

keep('plain', body: text('lead.xml'))
keep('latin-1') do |mail|
  mail.charset = 'ISO-8859-1'
  mail.body = content('latin-1.xml').force_encoding('ISO-8859-1')
end
keep('file', files: { 'lead.xml' => content('lead.xml') })
keep('file-latin-1', files: { 'Zoé.adf' => content('latin-1.xml') })
keep('html', html: text('lead.html'))
keep('alternative', body: text('lead.xml'), html: text('lead.html'))
keep('body-and-file', body: text('lead.xml'), files: { 'lead.xml' => content('lead.xml') })
keep('long', body: text('long.xml'))
keep('long-file', files: { 'lead.xml' => content('long.xml') })
keep('forwarded', files: { 'lead.eml' => { mime_type: 'message/rfc822', content: content('mail.eml') } })
