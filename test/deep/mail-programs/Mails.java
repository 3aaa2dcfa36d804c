import jakarta.mail.Message;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Mails LEAD OUT: mails of the lead, as Angus Mail writes them. */
public class Mails {
  static Path lead;
  static Path out;

  interface Filled {
    void fill(MimeMessage message) throws Exception;
  }

  static void keep(String shape, Filled filled) throws Exception {
    var message = new MimeMessage(Session.getInstance(new Properties()));
    message.setFrom(new InternetAddress("leads@carhound.example.com", "Carhound"));
    message.setRecipients(Message.RecipientType.TO, "src_x@adf.example.com");
    message.setSubject("New lead: Zoé", "UTF-8");
    filled.fill(message);
    message.saveChanges();
    try (var stream = Files.newOutputStream(out.resolve(shape + ".eml"))) {
      message.writeTo(stream);
    }
  }

  static String text(String name) throws Exception {
    return Files.readString(lead.resolve(name));
  }

  static MimeBodyPart plain(String text) throws Exception {
    var part = new MimeBodyPart();
    part.setText(text, "UTF-8");
    return part;
  }

  static MimeBodyPart file(String name, String named) throws Exception {
    var part = new MimeBodyPart();
    part.attachFile(lead.resolve(name).toFile());
    part.setFileName(named);
    return part;
  }

  static MimeMultipart parts(String kind, MimeBodyPart... parts) throws Exception {
    return new MimeMultipart(kind, parts);
  }

  public static void main(String[] args) throws Exception {
    lead = Path.of(args[0]);
    out = Path.of(args[1]);
    var words = "A lead for you.\n";
    var html = new MimeBodyPart();
    html.setContent(text("lead.html"), "text/html; charset=UTF-8");
    var latin1 = Files.readString(lead.resolve("latin-1.xml"), StandardCharsets.ISO_8859_1);

    keep("plain", message -> message.setText(text("lead.xml"), "UTF-8"));
    keep("latin-1", message -> message.setText(latin1, "ISO-8859-1"));
    keep("content", message -> message.setContent(text("lead.xml"), "text/xml"));
    keep("file", message -> message.setContent(parts("mixed", plain(words), file("lead.xml", "lead.xml"))));
    keep("file-latin-1", message -> message.setContent(parts("mixed", plain(words), file("latin-1.xml", "Zoé.adf"))));
    keep("html", message -> message.setContent(text("lead.html"), "text/html; charset=UTF-8"));
    keep("alternative", message -> message.setContent(parts("alternative", plain(text("lead.xml")), html)));
    keep("body-and-file", message -> message.setContent(parts("mixed", plain(text("lead.xml")), file("lead.xml", "lead.xml"))));
    keep("long", message -> message.setText(text("long.xml"), "UTF-8"));
    keep("long-file", message -> message.setContent(parts("mixed", plain(words), file("long.xml", "lead.xml"))));
    keep(
        "forwarded",
        message -> {
          var inner = new MimeMessage(null, Files.newInputStream(lead.resolve("mail.eml")));
          var part = new MimeBodyPart();
          part.setContent(inner, "message/rfc822");
          message.setContent(parts("mixed", plain(words), part));
        });
  }
}
