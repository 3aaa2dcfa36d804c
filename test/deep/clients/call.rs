//! What is done with the clients that OpenAPI Generator makes in Rust: call URL KEY API TOKEN

use operators::apis::{configuration as operators_configuration, webhooks_api};
use vendors::apis::configuration::{ApiKey, Configuration};
use vendors::apis::{leads_api, Error};
use vendors::models::{found_lead::Status, lead::DealType, Lead};

fn client(url: &str, key: &str) -> Configuration {
    let api_key = Some(ApiKey { prefix: None, key: key.to_string() });
    Configuration { base_path: url.to_string(), api_key, ..Default::default() }
}

fn lead(email: &str) -> Lead {
    let [name, notes] = ["Ada", "\nCall after 5 pm."].map(str::to_string);
    let mut lead = Lead::new(name, DealType::Sales, "Acme Motors".to_string(), notes);
    lead.email = Some(Some(email.to_string()));
    lead
}

fn status<T, E>(answer: Result<T, Error<E>>) -> u16 {
    match answer {
        Ok(_) => 200,
        Err(Error::ResponseError(refusal)) => refusal.status.as_u16(),
        Err(_) => 0,
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let leads = client(&given[0], &given[1]);
    let once = Some(given[3].as_str()); // any text that is new
    let first = leads_api::create_lead(&leads, lead("ada@example.com"), once, None).await.unwrap();
    let again = leads_api::create_lead(&leads, lead("ada@example.com"), once, None).await.unwrap();
    assert_eq!(again.body.lead_id, first.body.lead_id);
    let found = leads_api::get_lead(&leads, &first.body.lead_id, None).await.unwrap();
    assert_eq!(found.body.status, Status::InProgress);
    assert_eq!(status(leads_api::create_lead(&leads, lead("ada"), None, None).await), 400);
    let wrong = client(&given[0], "wrong");
    assert_eq!(status(leads_api::get_lead(&wrong, &first.body.lead_id, None).await), 403);

    let mut operators = operators_configuration::Configuration::new();
    operators.base_path = given[2].clone();
    operators.bearer_access_token = Some(given[3].clone());
    let hooks = webhooks_api::list_hooks(&operators).await.unwrap();
    assert_eq!(hooks.hooks[0].url, "http://127.0.0.1:9/");
}
