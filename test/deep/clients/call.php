<?php // What is done with the clients that OpenAPI Generator makes in PHP: call.php URL KEY API TOKEN

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    [$client, $file] = explode('\\', $class, 2);
    $path = strtolower($client) . '/lib/' . strtr($file, '\\', '/') . '.php';
    if (is_file($path)) require $path;
});

[, $url, $key, $api, $token] = $argv;

function client(string $url, string $key): Vendors\Api\LeadsApi
{
    $configuration = (new Vendors\Configuration())->setHost($url)->setApiKey('x-api-key', $key);
    return new Vendors\Api\LeadsApi(null, $configuration);
}

function lead(string $email): Vendors\Model\Lead
{
    return (new Vendors\Model\Lead())
        ->setFirstName('Ada')
        ->setEmail($email)
        ->setDealType('sales')
        ->setVendorName('Acme Motors')
        ->setLeadNotes("\nCall after 5 pm.");
}

function refused(callable $send): int
{
    try {
        $send();
        return 200;
    } catch (Vendors\ApiException $refusal) {
        return $refusal->getCode();
    }
}

function same(mixed $found, mixed $expected): void
{
    if ($found !== $expected) throw new Exception(json_encode([$found, 'is not', $expected]));
}

$leads = client($url, $key);
$once = bin2hex(random_bytes(16));
same(lead('ada@example.com')->valid(), true);
$first = $leads->createLead(lead('ada@example.com'), $once)->getBody()->getLeadId();
same($leads->createLead(lead('ada@example.com'), $once)->getBody()->getLeadId(), $first);
same($leads->getLead($first)->getBody()->getStatus(), 'In Progress');
same(refused(fn() => $leads->createLead(lead('ada'))), 400);
same(refused(fn() => client($url, 'wrong')->getLead($first)), 403);

$operators = (new Operators\Configuration())->setHost($api)->setAccessToken($token);
$hooks = (new Operators\Api\WebhooksApi(null, $operators))->listHooks()->getHooks();
same(array_map(fn($hook) => $hook->getUrl(), $hooks), ['http://127.0.0.1:9/']);
