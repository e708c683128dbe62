import type { InitialSession, Messages } from "@porchlight/react";
import { createContext, useContext } from "react";
import { createContext as createRouterContext, RouterContextProvider } from "react-router";
import type { SiteClient } from "./client.ts";
import type { SiteSettings } from "./settings.ts";

/** What components need of the site. */
export interface Site {
  readonly settings: SiteSettings;
  readonly client: SiteClient;
  /** Texts of the React components, if the site is not in English. */
  readonly messages?: Messages | undefined;
  /** The session when the server rendered the page. */
  readonly initialSession: InitialSession;
  /** Nonce for inline data, on the server only: browsers hide it from scripts. */
  readonly nonce?: string | undefined;
}

const SiteContext = createContext<Site | undefined>(undefined);
export const SiteProvider = SiteContext.Provider;

/** The site's settings, client and nonce. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite must be called below SiteProvider.");
  return site;
}

/** The loaders' client: on the server per request, in the browser per page. */
export const clientContext = createRouterContext<SiteClient>();
/** Whether the reader is a signed-in member. */
export const isMemberContext = createRouterContext<() => boolean>();

/** The site's settings. */
export const settingsContext = createRouterContext<Partial<SiteSettings>>({});

/** Logs errors that only affect a part of a page. */
export const reportContext = createRouterContext<(error: unknown) => void>(() => undefined);

export interface LoaderTools {
  client: SiteClient;
  settings: SiteSettings;
  isMember(): boolean;
  report?(error: unknown): void;
}

/** The router context for loaders. */
export function createLoaderContext({ client, settings, isMember, report }: LoaderTools): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(clientContext, client);
  context.set(settingsContext, settings);
  context.set(isMemberContext, isMember);
  if (report) context.set(reportContext, report);
  return context;
}
