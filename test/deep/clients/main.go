// What is done with the clients that oapi-codegen makes: call URL KEY API TOKEN
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"call/operators"
	"call/vendors"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func same(found, expected any) {
	if found != expected {
		log.Fatalf("%v is not %v", found, expected)
	}
}

func client(url, key string) *vendors.ClientWithResponses {
	return must(vendors.NewClientWithResponses(url, vendors.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("x-api-key", key)
			return nil
		})))
}

func lead(email string) vendors.Lead {
	return vendors.Lead{
		FirstName:  "Ada",
		Email:      &email,
		DealType:   vendors.Sales,
		VendorName: "Acme Motors",
		LeadNotes:  "\nCall after 5 pm.",
	}
}

func main() {
	ctx := context.Background()
	url, key, api, token := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	leads := client(url, key)
	once := &vendors.CreateLeadParams{IdempotencyKey: &token} // any text that is new
	first := must(leads.CreateLeadWithResponse(ctx, once, lead("ada@example.com"))).JSON200.Body.LeadId
	again := must(leads.CreateLeadWithResponse(ctx, once, lead("ada@example.com"))).JSON200.Body.LeadId
	same(again, first)
	found := must(leads.GetLeadWithResponse(ctx, first, nil))
	same(string(found.JSON200.Body.Status), "In Progress")
	wrong := must(leads.CreateLeadWithResponse(ctx, nil, lead("ada")))
	same(wrong.StatusCode(), 400)
	same(wrong.JSON400.StatusCode, 400)
	same(must(client(url, "wrong").GetLeadWithResponse(ctx, first, nil)).StatusCode(), 403)

	operator := must(operators.NewClientWithResponses(api, operators.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("authorization", "Bearer "+token)
			return nil
		})))
	same(must(operator.ListHooksWithResponse(ctx)).JSON200.Hooks[0].Url, "http://127.0.0.1:9/")
}
