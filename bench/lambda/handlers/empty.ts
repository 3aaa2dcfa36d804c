/** What Node and AWS's client cost without any application code. */
export const handler = async () => ({ statusCode: 200 });
