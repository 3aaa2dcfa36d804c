/** What is done with the clients that OpenAPI Generator makes in Kotlin: CallKt URL KEY API TOKEN */

import java.util.UUID
import kotlin.system.exitProcess
import operators.apis.WebhooksApi
import vendors.apis.LeadsApi
import vendors.infrastructure.ApiClient
import vendors.infrastructure.ClientException
import vendors.models.Lead

fun lead(email: String) = Lead("Ada", Lead.DealType.sales, "Acme Motors", "\nCall after 5 pm.", email = email)

fun refused(send: () -> Unit): Int =
    try {
        send()
        200
    } catch (refusal: ClientException) {
        refusal.statusCode
    }

fun same(found: Any?, expected: Any?) {
    if (found != expected) throw AssertionError("$found is not $expected")
}

fun main(given: Array<String>) {
    ApiClient.apiKey["x-api-key"] = given[1]
    val leads = LeadsApi(given[0])
    val once = UUID.randomUUID().toString()
    val first = leads.createLead(lead("ada@example.com"), once).body.leadId
    same(leads.createLead(lead("ada@example.com"), once).body.leadId, first)
    same(leads.getLead(first).body.status.value, "In Progress")
    same(refused { leads.createLead(lead("ada")) }, 400)
    ApiClient.apiKey["x-api-key"] = "wrong"
    same(refused { leads.getLead(first) }, 403)

    operators.infrastructure.ApiClient.accessToken = given[3]
    same(WebhooksApi(given[2]).listHooks().hooks.map { it.url }, listOf("http://127.0.0.1:9/"))
    exitProcess(0) // okhttp keeps threads
}
