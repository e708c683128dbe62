/** Connection ids of the identity providers that have names. Source: wire.md, Redirects. */
export const identityProviders = {
  google: "0e6a50f5-b523-4e29-990d-f37fa2ffdd69",
  facebook: "3ecad13f-52c3-483d-911f-31dbcf2a6d23",
} as const;
export type IdentityProvider = keyof typeof identityProviders;
