/** The base URLs of the two environments (Spec 9), if known. They end in `/v1`. */
export interface BaseUrls {
  readonly production?: string | undefined;
  readonly sandbox?: string | undefined;
}

export const isBaseUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\/[^/?#@]+(\/[^?#]*)?\/v1$/.test(text);

export const baseUrlRule =
  'must be a valid URL that begins with https:// or http://, has no user name and ends in /v1';
