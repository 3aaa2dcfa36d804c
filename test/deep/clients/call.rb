# What is done with the clients that OpenAPI Generator makes in Ruby: call.rb URL KEY API TOKEN

require 'securerandom'
require 'uri'
require 'vendors'
require 'operators'

def at(configuration, url)
  place = URI(url)
  configuration.scheme = place.scheme
  configuration.host = "#{place.host}:#{place.port}"
  configuration.base_path = place.path
  configuration
end

url, key, api, token = ARGV

client = lambda do |api_key|
  configuration = at(Vendors::Configuration.new, url)
  configuration.api_key['x-api-key'] = api_key
  Vendors::LeadsApi.new(Vendors::ApiClient.new(configuration))
end

lead = lambda do |email|
  Vendors::Lead.new(first_name: 'Ada', email: email, deal_type: 'sales', vendor_name: 'Acme Motors',
                    lead_notes: "\nCall after 5 pm.")
end

def refused
  yield
  200
rescue Vendors::ApiError => e
  e.code
end

def same(found, expected)
  raise "#{found} is not #{expected}" unless found == expected
end

leads = client.call(key)
once = { idempotency_key: SecureRandom.uuid }
first = leads.create_lead(lead.call('ada@example.com'), once).body.lead_id
same(leads.create_lead(lead.call('ada@example.com'), once).body.lead_id, first)
same(leads.get_lead(first).body.status, 'In Progress')
same(refused { leads.create_lead(lead.call('ada')) }, 400)
same(refused { client.call('wrong').get_lead(first) }, 403)

operators = at(Operators::Configuration.new, api)
operators.access_token = token
hooks = Operators::WebhooksApi.new(Operators::ApiClient.new(operators)).list_hooks.hooks
same(hooks.map(&:url), ['http://127.0.0.1:9/'])
