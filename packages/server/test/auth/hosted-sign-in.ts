import { expect } from "vitest";
import { createMember } from "../../src/members/administration/create-member.ts";
import { createTestBrowser, type PageResponse, type TestBrowser } from "../test-browser.ts";
import type { TestServer } from "../test-server.ts";
import { createSignInSteps, goodPassword, type SignInSteps } from "./sign-in-steps.ts";

/** A sign-in prepared by the test's app. */
export interface Prepared {
  fullUrl: string;
  /** The redirect session's token. */
  token: string;
  pageUrl: string;
  codeVerifier: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
}

/** A member and the steps of signing them in through hosted pages. */
export interface HostedSteps {
  steps: SignInSteps;
  email: string;
  memberId: string;
  redirectUri: string;
  /** @param authRequest Overrides those of a sign-in with the response in the fragment. */
  prepare(authRequest?: object, prompt?: string): Promise<Prepared>;
  newBrowser(userAgent?: string): TestBrowser;
  /** Opens a page of the sign-in: `verify` for `/hosted/verify`. */
  openPage(browser: TestBrowser, prepared: Prepared, name: string): Promise<PageResponse>;
  /** Emails to one address, oldest first, after the outbox is empty. */
  mails(to: string): Promise<Mail[]>;
  /** Opens the authorize URL and follows the redirect. */
  openLogin(browser: TestBrowser, prepared: Prepared): Promise<PageResponse>;
  /** Signs in on the page. @returns The redirect to the app. */
  signIn(browser: TestBrowser, prepared?: Prepared): Promise<PageResponse>;
}

export async function createHostedSteps(server: TestServer): Promise<HostedSteps> {
  const steps = await createSignInSteps(server);
  const email = "ada@example.com";
  const { id: memberId } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  const redirectUri = `${server.origin}/callback`;
  const hosted: HostedSteps = {
    steps,
    email,
    memberId,
    redirectUri,
    async prepare(authRequest = {}, prompt = "login") {
      const request = { responseMode: "fragment", redirectUri, ...authRequest };
      const { body, codeVerifier } = await steps.redirectSession(request, {
        prompt,
        token: await server.visitorToken(),
      });
      const { fullUrl } = body.redirectSession;
      const token = new URL(fullUrl).searchParams.get("session")!;
      return { fullUrl, token, pageUrl: `/hosted/login?session=${token}`, codeVerifier };
    },
    newBrowser: (userAgent) => createTestBrowser(server, userAgent),
    openPage: (browser, { token }, name) => browser.open(`/hosted/${name}?session=${token}`),
    async mails(to) {
      const waiting = () => server.context.db.selectFrom("outbox").select("id").where("done_at", "is", null).execute();
      await expect.poll(waiting, { interval: 10, timeout: 5_000 }).toEqual([]);
      return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(to)}`)).body;
    },
    openLogin: async (browser, { fullUrl }) => browser.follow(await browser.open(fullUrl)),
    async signIn(browser, prepared) {
      const page = await hosted.openLogin(browser, prepared ?? (await hosted.prepare()));
      return browser.follow(await browser.send(page, { email, password: goodPassword }));
    },
  };
  return hosted;
}

export const inFragment = ({ location }: PageResponse): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(location?.split("#")[1]));
export const inQuery = ({ location }: PageResponse): Record<string, string> =>
  Object.fromEntries(new URL(location!).searchParams);
export const titleOf = ({ text }: PageResponse): string | undefined => /<title>(.*?)<\/title>/.exec(text)?.[1];
export const formTokenOn = ({ text }: PageResponse): string => /name="formToken" value="([^"]+)"/.exec(text)![1]!;
