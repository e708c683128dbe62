import { createContext, data, type LoaderFunctionArgs } from "react-router";

/** Sign-in through the hosted pages, for browsers without scripts. */
export interface HostedSignIn {
  /** Redirects to a hosted page. */
  start(): Promise<Response>;
  /** Completes a sign-in that {@link start} started; `null` if the request belongs to none. */
  complete(): Promise<Response | null>;
}

/** On the server only: browsers with scripts have screens of their own. */
export const hostedSignInContext = createContext<HostedSignIn | null>(null);

/** @throws {Response} the redirect, or 404 in the browser. */
export async function startLoader({ context }: LoaderFunctionArgs): Promise<never> {
  throw (await context.get(hostedSignInContext)?.start()) ?? data(null, { status: 404 });
}

/** @throws {Response} the redirect. */
export async function callbackLoader({ context }: LoaderFunctionArgs): Promise<null> {
  const response = await context.get(hostedSignInContext)?.complete();
  if (response) throw response;
  return null;
}
