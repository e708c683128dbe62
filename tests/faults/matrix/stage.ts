import { isPorchlightError, type Tokens } from "@porchlight/client";
import type { TestServer } from "@porchlight/server/testing";
import { isHidden, type StorageKind, sharedStorages } from "./cases.ts";
import { openPage, type Page, type PageOptions } from "./pages.ts";
import { World } from "./world.ts";

/** Result of a case. */
export interface Outcome {
  /** Whether a member session was lost. */
  isLost: boolean;
  /** Maximum wait of a caller, in simulated milliseconds. */
  slowestCallMs: number;
  /** Other failures. */
  problems: string[];
}

export const hourMs = 3_600_000;

/** A simulated browser with an app in several tabs. */
export class Stage {
  readonly world: World;
  readonly storage: StorageKind;
  readonly outcome: Outcome = { isLost: false, slowestCallMs: 0, problems: [] };
  pages: Page[] = [];
  /** Signed-in member by tab, or one for all tabs that share the session. */
  readonly memberIds: (string | undefined)[] = [];
  private readonly options: PageOptions;
  private readonly closed: Page[] = [];

  constructor(server: TestServer, storage: StorageKind, options: PageOptions = {}) {
    this.world = new World(server);
    this.storage = storage;
    this.options = options;
  }

  get isShared(): boolean {
    return sharedStorages.includes(this.storage);
  }

  memberOf = (tab: number) => this.memberIds[this.isShared ? 0 : tab];

  problem(text: string): void {
    this.outcome.problems.push(text);
  }

  open(tabs: number): void {
    for (let tab = 0; tab < tabs; tab++) this.pages.push(openPage(this.world, this.storage, this.options));
  }

  /** Creates a member with a session. */
  async newMember(): Promise<{ memberId: string; tokens: Tokens }> {
    const { world } = this;
    const { memberId, access_token, refresh_token } = await world.onServer(() => world.server.signIn());
    const expiresAt = Math.floor(world.deviceTime() / 1000) + 3600;
    const accessToken = { value: access_token, expiresAt };
    const value = isHidden(this.storage) ? world.hideTokens(access_token, refresh_token) : refresh_token;
    return { memberId, tokens: { accessToken, refreshToken: { value, role: "member" } } };
  }

  /** Signs a new member in, in every tab with its own session. */
  async signIn(): Promise<void> {
    for (const [tab, page] of (this.isShared ? this.pages.slice(0, 1) : this.pages).entries()) {
      const { memberId, tokens } = await this.newMember();
      this.memberIds[tab] = memberId;
      await this.world.runUntilSettled(page.tab.run(() => page.client.auth.setTokens(tokens)));
    }
  }

  /** Reloads the tabs, with stored data only, unless the app holds the tokens itself. */
  reload(appKeepsTokens = false): void {
    this.pages = this.pages.map((page) => {
      const tokens = page.tab.run(() => page.client.auth.getTokens());
      page.tab.leave();
      this.closed.push(page);
      return openPage(this.world, this.storage, { ...this.options, before: page, ...(appKeepsTokens && { tokens }) });
    });
  }

  /** Resolves with the result, or `undefined` after an error or when the page closes. */
  async measured<Result>({ tab }: Page, work: () => Promise<Result>): Promise<Result | undefined> {
    const startedAt = this.world.elapsed();
    try {
      return await Promise.race([tab.run(work), tab.gone.then(() => undefined)]);
    } catch (error) {
      if (!isPorchlightError(error)) this.problem(`threw ${String(error)}`);
      return undefined;
    } finally {
      this.outcome.slowestCallMs = Math.max(this.outcome.slowestCallMs, this.world.elapsed() - startedAt);
    }
  }

  /** Reads the current member in this page. */
  async call(page: Page, signal?: AbortSignal): Promise<string | undefined> {
    const read = () => page.client.members.getCurrentMember({}, signal && { signal });
    return (await this.measured(page, read))?.member?._id;
  }

  /** Every tab must have the same member as before, accepted by the server. */
  async expectMembers(when: string): Promise<void> {
    for (const [tab, page] of this.pages.entries()) {
      const expected = this.memberOf(tab);
      if (expected === undefined) continue;
      const id = await this.world.runUntilSettled(this.call(page));
      const { status } = page.tab.run(() => page.client.auth.getSession());
      if (id === expected && status === "member") continue;
      this.outcome.isLost = true;
      this.problem(`tab ${tab + 1} ${when}: ${status}, ${id === undefined ? "nobody" : "another member"}`);
    }
  }

  /** No tab may have reported a sign-out. */
  expectNoLoss(): void {
    for (const { events } of [...this.pages, ...this.closed]) {
      if (!events.includes("sessionLost") && !events.includes("signedOut")) continue;
      this.outcome.isLost = true;
      this.problem(`said ${events.join(", ")}`);
    }
  }

  close(): Outcome {
    for (const { tab } of this.pages) tab.leave();
    return this.outcome;
  }
}
