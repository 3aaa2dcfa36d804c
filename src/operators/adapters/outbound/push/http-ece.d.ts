/** Types of the package, which has none. */
declare module 'http_ece' {
  interface Parameters {
    readonly version: 'aes128gcm';
    readonly privateKey: import('node:crypto').ECDH;
    readonly dh: string;
    readonly authSecret: string;
    readonly salt?: Buffer;
  }
  const ece: {
    encrypt(content: Buffer, parameters: Parameters): Buffer;
    decrypt(content: Buffer, parameters: Omit<Parameters, 'dh'>): Buffer;
  };
  export default ece;
}
