import { type LoaderFunctionArgs, redirect } from "react-router";
import { isMemberContext } from "../site.ts";
import { safeReturnTo } from "./return-to.ts";

/** Sends who is signed in already on to where they wanted to go. */
export function authScreenLoader({ request, context }: LoaderFunctionArgs): null {
  if (context.get(isMemberContext)()) {
    throw redirect(safeReturnTo(new URL(request.url).searchParams.get("returnTo")));
  }
  return null;
}
