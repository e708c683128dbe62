import { data, type LoaderFunctionArgs } from "react-router";
import { isMemberContext } from "../site.ts";

/** Lets members in; everyone else gets the page that offers to sign in. */
export function accountLoader({ context }: LoaderFunctionArgs): null {
  if (!context.get(isMemberContext)()) throw data(null, { status: 403 });
  return null;
}
