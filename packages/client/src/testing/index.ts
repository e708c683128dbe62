export { type ContractStub, createContractStub, type SentRequest } from "./contract-stub.ts";
export { type BrowserContextLike, type BrowserLike, type SignInAsOptions, signInAs } from "./sign-in-as.ts";
export { errorResponse, type StubResponse } from "./stub-responses.ts";
export type { FormFixture, MemberFixture, PostFixture, StubEmail, StubOptions } from "./stub-state.ts";
export { createTestClient, type TestClientOptions } from "./test-client.ts";
