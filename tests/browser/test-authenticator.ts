import type { CDPSession, Page } from "playwright-core";

/** A virtual authenticator of Chromium. */
export interface TestAuthenticator {
  /** Whether it can verify the user, for example by fingerprint. */
  setUserVerified(isVerified: boolean): Promise<void>;
  /** Number of its passkeys. */
  count(): Promise<number>;
  /** Whether it responds automatically; otherwise the user has not reacted yet. */
  setAutomatic(isAutomatic: boolean): Promise<void>;
  /** Its passkeys, for another authenticator. */
  credentials(): Promise<object[]>;
  add(credential: object): Promise<void>;
  remove(): Promise<void>;
}

export interface AuthenticatorOptions {
  /** Default: `internal`. `usb` is a security key. */
  transport?: "internal" | "usb";
  /** A plain security key, which cannot verify the user or discover passkeys. */
  isPlain?: boolean;
  isUserVerified?: boolean;
}

/** Adds a virtual authenticator to the page. Source: Chrome DevTools Protocol, WebAuthn. */
export async function addAuthenticator(
  page: Page,
  { transport = "internal", isPlain = false, isUserVerified = true }: AuthenticatorOptions = {},
): Promise<TestAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: !isPlain,
      hasUserVerification: !isPlain,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    setUserVerified: async (isVerified) => {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: isVerified });
    },
    setAutomatic: async (enabled) => {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    count: async () => (await credentials()).length,
    credentials,
    add: async (credential) => {
      await session.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: credential as Awaited<ReturnType<typeof credentials>>[number],
      });
    },
    remove: async () => {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
