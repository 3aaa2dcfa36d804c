<?php // What is done with the model that OpenAPI Generator makes in PHP: call.php FOLDER

require "$argv[1]/lib/Model/ModelInterface.php";
require "$argv[1]/lib/ObjectSerializer.php";
require "$argv[1]/lib/Model/Lead.php";

$lead = (new OpenAPI\Client\Model\Lead())
    ->setFirstName('Ada')
    ->setPhone('(555) 010-2030')
    ->setDealType('sales')
    ->setVendorName('Acme Motors')
    ->setLeadNotes("\nCall after 5 pm.");
if (!$lead->valid()) throw new Exception(implode('; ', $lead->listInvalidProperties()));
