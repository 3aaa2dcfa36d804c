# perl email-stuffer.pl LEAD OUT: mails of the lead, as Email::Stuffer writes them.
use strict;
use warnings;
use Email::Stuffer;
use Encode 'decode';

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

sub begun {
    return Email::Stuffer->from('Carhound <leads@carhound.example.com>')->to('src_x@adf.example.com')->subject('New lead');
}

my $words = "A lead for you.\n";
my ($text, $html, $long) = map { decode('utf-8', content($_)) } 'lead.xml', 'lead.html', 'long.xml';

keep 'plain', begun->text_body($text);
keep 'latin-1', begun->text_body(decode('latin-1', content('latin-1.xml')), charset => 'iso-8859-1');
keep 'file', begun->text_body($words)->attach_file("$lead/lead.xml");
keep 'file-latin-1', begun->text_body($words)->attach(content('latin-1.xml'), filename => "Zo\x{e9}.adf", content_type => 'text/xml');
keep 'html', begun->html_body($html);
keep 'alternative', begun->text_body($text)->html_body($html);
keep 'body-and-file', begun->text_body($text)->attach_file("$lead/lead.xml");
keep 'long', begun->text_body($long);
keep 'long-file', begun->text_body($words)->attach(content('long.xml'), filename => 'lead.xml', encoding => '8bit');
keep 'forwarded', begun->text_body($words)->attach(content('mail.eml'), content_type => 'message/rfc822', encoding => '8bit');
