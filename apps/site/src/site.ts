import type { InitialSession, Messages } from "@porchlight/react";
import { createContext, useContext } from "react";
import { createContext as createRouterContext, RouterContextProvider } from "react-router";
import type { SiteClient } from "./client.ts";
import type { SiteSettings } from "./settings.ts";

/** What components need of the site. */
export interface Site {
  readonly settings: SiteSettings;
  readonly client: SiteClient;
  /** German texts of the React components, if the site is in German. */
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

/** IANA time zone of dates. */
export const timeZoneContext = createRouterContext<string>("UTC");

/** Who sees the member directory. Default: it does not exist. */
export const directoryContext = createRouterContext<SiteSettings["memberDirectory"] | null>(null);

/** Logs errors that only affect a part of a page. */
export const reportContext = createRouterContext<(error: unknown) => void>(() => undefined);

export interface LoaderTools {
  client: SiteClient;
  isMember(): boolean;
  timeZone?: string | undefined;
  memberDirectory?: SiteSettings["memberDirectory"];
  report?(error: unknown): void;
}

/** The router context for loaders. */
export function createLoaderContext({
  client,
  isMember,
  timeZone,
  memberDirectory,
  report,
}: LoaderTools): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(clientContext, client);
  context.set(isMemberContext, isMember);
  if (memberDirectory) context.set(directoryContext, memberDirectory);
  if (timeZone) context.set(timeZoneContext, timeZone);
  if (report) context.set(reportContext, report);
  return context;
}
