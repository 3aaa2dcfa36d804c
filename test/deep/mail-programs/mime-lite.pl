# perl mime-lite.pl LEAD OUT: mails of the lead, as MIME::Lite writes them.
use strict;
use warnings;
use MIME::Lite;

my ($lead, $out) = @ARGV;

sub content {
    my ($name) = @_;
    open my $file, '<:raw', "$lead/$name" or die $!;
    local $/;
    return scalar <$file>;
}

sub keep {
    my ($shape, $mail) = @_;
    open my $file, '>:raw', "$out/$shape.eml" or die $!;
    print $file $mail->as_string;
}

my @head = (From => 'Carhound <leads@carhound.example.com>', To => 'src_x@adf.example.com', Subject => 'New lead');

sub mixed {
    my (@parts) = @_;
    my $mail = MIME::Lite->new(@head, Type => 'multipart/mixed');
    $mail->attach(@$_) for @parts;
    return $mail;
}

my @words = (Type => 'TEXT', Data => "A lead for you.\n");
my @html = (Type => 'text/html; charset=utf-8', Data => content('lead.html'));

keep 'plain', MIME::Lite->new(@head, Type => 'text/plain; charset=utf-8', Data => content('lead.xml'));
keep 'undeclared', MIME::Lite->new(@head, Data => content('lead.xml'));
keep 'latin-1', MIME::Lite->new(@head, Type => 'text/plain; charset=iso-8859-1', Data => content('latin-1.xml'), Encoding => 'quoted-printable');
keep 'file', mixed(\@words, [Type => 'AUTO', Path => "$lead/lead.xml"]);
keep 'file-latin-1', mixed(\@words, [Type => 'AUTO', Path => "$lead/latin-1.xml", Filename => 'Zoé.adf', Disposition => 'attachment']);
keep 'html', MIME::Lite->new(@head, @html);
my $alternative = MIME::Lite->new(@head, Type => 'multipart/alternative');
$alternative->attach(Type => 'text/plain; charset=utf-8', Data => content('lead.xml'));
$alternative->attach(@html);
keep 'alternative', $alternative;
keep 'body-and-file', mixed([Type => 'text/plain; charset=utf-8', Data => content('lead.xml')], [Type => 'text/xml', Path => "$lead/lead.xml"]);
keep 'long', MIME::Lite->new(@head, Type => 'text/plain; charset=utf-8', Data => content('long.xml'));
keep 'long-file', mixed(\@words, [Type => 'AUTO', Path => "$lead/long.xml"]);
keep 'forwarded', mixed(\@words, [Type => 'message/rfc822', Path => "$lead/mail.eml"]);
