#!/usr/bin/env bash
# @fastify/aws-lambda 6.4.1 behind an Application Load Balancer, which hands a query to a function as it was sent (AWS tells so):
# the adapter decodes `%20`, but not the `+` that HTML forms and URLSearchParams write for a blank: `?name=Pat+Example` is
# `Pat+Example` for the handler. Behind a function URL the same line is `Pat Example`, and so it is behind the balancer with
# serverless-http 4.0.0 and hono 4.13.19.
# Expected by most: an adapter gives the query that a server would have read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --save-exact node@24.21.0 fastify@5.12.8 @fastify/aws-lambda@6.4.1 serverless-http@4.0.0 express@5.3.0 hono@4.13.19
cat > query.mjs <<'JS'
import adapter from '@fastify/aws-lambda';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import serverless from 'serverless-http';
const [one, two, three] = [fastify(), express(), new Hono()];
one.get('/leads', async ({ query }) => query.name);
two.get('/leads', ({ query }, response) => void response.send(query.name));
three.get('/leads', (context) => context.text(context.req.query('name')));
const shared = { headers: { host: 'example.com' }, body: '', isBase64Encoded: false };
const asSent = { httpMethod: 'GET', path: '/leads', queryStringParameters: { name: 'Pat+Example%20Jr' } };
const balancer = { ...shared, ...asSent, requestContext: { elb: { targetGroupArn: 'arn' } } };
const query = { rawQueryString: 'name=Pat+Example%20Jr', queryStringParameters: { name: 'Pat Example Jr' } };
const requestContext = { http: { method: 'GET', path: '/leads', sourceIp: '203.0.113.7' }, domainName: 'example.com', stage: '$default' };
const url = { ...shared, ...query, version: '2.0', rawPath: '/leads', requestContext };
for (const [name, handler] of [['fastify', adapter(one)], ['serverless-http', serverless(two)], ['hono', handle(three)]])
  console.log(`${name}: balancer "${(await handler(balancer, {})).body}", function URL "${(await handler(url, {})).body}"`);
JS
seen=$(node_modules/.bin/node query.mjs)
expected='fastify: balancer "Pat+Example Jr", function URL "Pat Example Jr"
serverless-http: balancer "Pat Example Jr", function URL "Pat Example Jr"
hono: balancer "Pat Example Jr", function URL "Pat Example Jr"'
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This has changed.'; exit 1; }
