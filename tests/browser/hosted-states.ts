import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Product } from "../product.ts";
import { newVisitor, typeCode } from "./browser.ts";
import type { OtherApp } from "./other-app.ts";

const password = "a long walk by the sea";

/** Accounts for one walk. */
export interface HostedPeople {
  member: string;
  waiting: string;
  blocked: string;
  /** Has no account yet. */
  newcomer: string;
}

/** Creates the accounts for the walk `name`. */
export async function makeHostedPeople({ command }: Product, name: string): Promise<HostedPeople> {
  const people = {
    member: `member.${name}@example.com`,
    waiting: `waiting.${name}@example.com`,
    blocked: `blocked.${name}@example.com`,
    newcomer: `newcomer.${name}@example.com`,
  };
  const create = (email: string, status: string) =>
    command("member", "create", "--email", email, "--password", password, "--status", status);
  await create(people.member, "ACTIVE");
  await create(people.waiting, "PENDING");
  await create(people.blocked, "PENDING");
  await command("member", "reject", people.blocked);
  return people;
}

/** Visits every hosted page and state, and calls `look` at each, in any language: by names, not texts. */
export async function walkHostedStates(
  { browser, product, app, people }: { browser: Browser; product: Product; app: OtherApp; people: HostedPeople },
  options: BrowserContextOptions,
  look: (page: Page, state: string) => Promise<void>,
): Promise<void> {
  const visitor = await newVisitor(browser, options);
  const { page, context } = visitor;
  const begin = () => page.goto(`${app.url}/sign-in`);
  const go = async (name: string) => page.goto(page.url().replace(/hosted\/[\w-]+/, `hosted/${name}`));
  /** Submits a form, bypassing the browser's validation. */
  const send = async (values: Record<string, string>, button = "form .button") => {
    for (const [name, value] of Object.entries(values)) {
      if (name === "code") await typeCode(page.locator("#code"), value);
      else await page.locator(`#${name}`).fill(value);
    }
    await page.evaluate(() => {
      for (const form of document.forms) form.noValidate = true;
    });
    await Promise.all([page.waitForNavigation(), page.locator(button).first().click()]);
  };

  await begin();
  await look(page, "login");
  await send({ email: people.member, password: "not my password" });
  await look(page, "login-wrong");
  await send({ email: " ", password: "" });
  await look(page, "login-missing");
  await send({ email: people.blocked, password });
  await look(page, "login-blocked");

  await go("sign-up");
  await look(page, "sign-up");
  await send({ firstName: "F".repeat(101), lastName: "L".repeat(101), email: "nope", password: "short" });
  await look(page, "sign-up-errors");
  await send({ firstName: "", lastName: "", email: people.member, password: `not ${password}` });
  await look(page, "sign-up-known");
  await send({ email: people.newcomer, password });
  await look(page, "verify");
  await send({ code: "000000" });
  await look(page, "verify-wrong");
  await send({}, "[name=resend]");
  await look(page, "verify-too-soon");

  await begin();
  await go("verify");
  await look(page, "verify-start-again");
  await go("login");
  await send({ email: people.waiting, password });
  await look(page, "pending");

  await begin();
  await go("forgot");
  await look(page, "forgot");
  await send({ email: "nope" });
  await look(page, "forgot-error");
  await send({ email: people.member });
  await look(page, "forgot-sent");
  await send({}, "[name=again]");
  await look(page, "forgot-too-soon");

  const { link = "" } = await product.message(people.member);
  const elsewhere = await newVisitor(browser, options);
  await elsewhere.page.goto(link);
  await look(elsewhere.page, "reset-elsewhere");
  await elsewhere.context.close();
  await page.goto(link);
  await look(page, "reset");
  await send({ password: "short" });
  await look(page, "reset-error");
  await context.clearCookies({ name: "porchlight-form" });
  await send({ password: "short" });
  await look(page, "form-refused");
  await context.clearCookies();
  await page.goto(link);
  await send({ password: "a lamp in every window" });
  await look(page, "reset-saved");
  await page.goto(link);
  await look(page, "reset-dead");
  await page.goto(`${product.url}/hosted/login?session=unknown`);
  await look(page, "expired");
  await context.close();
}
