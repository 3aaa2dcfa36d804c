<?php
// php phpmailer.php LEAD OUT: mails of the lead, as PHPMailer writes them.
require '/usr/share/php/libphp-phpmailer/autoload.php';

[, $lead, $out] = $argv;
$read = fn($name) => file_get_contents("$lead/$name");

function begun($charset = 'utf-8')
{
    $mail = new PHPMailer\PHPMailer\PHPMailer(true);
    if ($charset) {
        $mail->CharSet = $charset;
    }
    $mail->setFrom('leads@carhound.example.com', 'Carhound');
    $mail->addAddress('src_x@adf.example.com');
    $mail->Subject = 'New lead';
    $mail->Body = "A lead for you.\n";
    return $mail;
}

$keep = function ($shape, $mail) use ($out) {
    $mail->preSend();
    file_put_contents("$out/$shape.eml", $mail->getSentMIMEMessage());
};

$mail = begun();
$mail->Body = $read('lead.xml');
$keep('plain', $mail);

$mail = begun(null); // ISO-8859-1 is its default
$mail->Body = $read('lead.xml');
$keep('undeclared', $mail);

$mail = begun('iso-8859-1');
$mail->Body = $read('latin-1.xml');
$keep('latin-1', $mail);

$mail = begun();
$mail->addAttachment("$lead/lead.xml");
$keep('file', $mail);

$mail = begun(null);
$mail->addAttachment("$lead/latin-1.xml", 'Zoé.adf');
$keep('file-latin-1', $mail);

$mail = begun();
$mail->msgHTML($read('lead.html'));
$mail->AltBody = 'See the HTML.';
$keep('html', $mail);

$mail = begun();
$mail->msgHTML($read('lead.html'));
$mail->AltBody = $read('lead.xml');
$keep('alternative', $mail);

$mail = begun(null);
$mail->Body = $read('lead.xml');
$mail->addAttachment("$lead/lead.xml");
$keep('body-and-file', $mail);

$mail = begun();
$mail->Body = $read('long.xml');
$keep('long', $mail);

$mail = begun();
$mail->addStringAttachment($read('long.xml'), 'lead.xml', '8bit', 'text/xml');
$keep('long-file', $mail);

$mail = begun();
$mail->addAttachment("$lead/mail.eml");
$keep('forwarded', $mail);
