import { withReturnTo } from "../auth/return-to.ts";

/** Where to sign in, and come back to `path`. */
export const signInHref = (path: string): string => withReturnTo("/sign-in", path);
