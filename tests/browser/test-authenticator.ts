import type { CDPSession, Page } from "playwright-core";

/** A device for passkeys that Chromium pretends to have. */
export interface TestAuthenticator {
  /** Whether it can make sure who uses it: by a fingerprint, say. */
  setUserVerified(isVerified: boolean): Promise<void>;
  /** How many passkeys it holds. */
  count(): Promise<number>;
  /** Whether it answers by itself; otherwise whoever uses it takes their time. */
  setAutomatic(isAutomatic: boolean): Promise<void>;
  /** The passkeys on it, for another device. */
  credentials(): Promise<object[]>;
  add(credential: object): Promise<void>;
  remove(): Promise<void>;
}

export interface AuthenticatorOptions {
  /** Built into the device unless `usb`: a key on a ring. */
  transport?: "internal" | "usb";
  /** A plain key: it cannot make sure who uses it, and finds passkeys only by their id. */
  isPlain?: boolean;
  isUserVerified?: boolean;
}

/** Gives the page's browser such a device. Source: Chrome DevTools Protocol, WebAuthn. */
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
