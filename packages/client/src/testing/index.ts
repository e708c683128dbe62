export { type ContractStub, createContractStub, type SentRequest } from "./contract-stub.ts";
export { type BrowserContextLike, type BrowserLike, type SignInAsOptions, signInAs } from "./sign-in-as.ts";
export { refusal, type StubAnswer } from "./stub-answers.ts";
export type { MemberFixture, PostFixture, StubMail, StubOptions } from "./stub-state.ts";
export { createTestClient, type TestClientOptions } from "./test-client.ts";
