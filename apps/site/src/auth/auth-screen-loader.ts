import { type LoaderFunctionArgs, replace } from "react-router";
import { isMemberContext } from "../site.ts";
import { safeReturnTo } from "./return-to.ts";

/** Sends who is signed in already on to where they wanted to go. Takes this screen out of the history: it would send on whoever goes back. */
export function authScreenLoader({ request, context }: LoaderFunctionArgs): null {
  if (context.get(isMemberContext)()) {
    throw replace(safeReturnTo(new URL(request.url).searchParams.get("returnTo")));
  }
  return null;
}
