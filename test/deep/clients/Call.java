import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.operators.api.WebhooksApi;
import org.vendors.ApiException;
import org.vendors.api.LeadsApi;
import org.vendors.model.Lead;

/** What is done with the clients that OpenAPI Generator makes in Java: Call URL KEY API TOKEN */
public class Call {
    private interface Request {
        Object send() throws ApiException;
    }

    public static void main(String[] given) throws Exception {
        LeadsApi leads = client(given[0], given[1]);
        String once = UUID.randomUUID().toString();
        String first = leads.createLead(lead(), once, null).getBody().getLeadId();
        same(leads.createLead(lead(), once, null).getBody().getLeadId(), first);
        same(leads.getLead(first, null).getBody().getStatus().getValue(), "In Progress");
        same(refused(() -> leads.createLead(lead().email("ada"), null, null)), 400);
        same(refused(() -> client(given[0], "wrong").getLead(first, null)), 403);

        org.operators.ApiClient operators = new org.operators.ApiClient();
        operators.setBasePath(given[2]);
        operators.setBearerToken(given[3]);
        same(List.of(new WebhooksApi(operators).listHooks().getHooks().get(0).getUrl()), List.of("http://127.0.0.1:9/"));
        System.exit(0); // okhttp keeps threads
    }

    private static LeadsApi client(String url, String key) {
        org.vendors.ApiClient client = new org.vendors.ApiClient();
        client.setBasePath(url);
        client.setApiKey(key);
        return new LeadsApi(client);
    }

    private static Lead lead() {
        return new Lead()
                .firstName("Ada")
                .email("ada@example.com")
                .dealType(Lead.DealTypeEnum.SALES)
                .vendorName("Acme Motors")
                .leadNotes("\nCall after 5 pm.");
    }

    private static int refused(Request request) {
        try {
            return request.send() == null ? 0 : 200;
        } catch (ApiException refusal) {
            return refusal.getCode();
        }
    }

    private static void same(Object found, Object expected) {
        if (!Objects.equals(found, expected)) throw new AssertionError(found + " is not " + expected);
    }
}
