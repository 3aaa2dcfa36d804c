import { type ClientAuth, ClientSecretBasic, ClientSecretPost } from 'openid-client';

/** Sends the client's secret as the provider asks; by default in the header (OpenID Connect Core 9). */
export function clientAuthentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}
