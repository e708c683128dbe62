import { data } from "react-router";

/** What the server cannot take comes from the address here: a cursor that was cut off, a slug longer than any. No page is there. */
export function refuseUnfit(error: unknown): void {
  if (error instanceof Error && "kind" in error && error.kind === "invalid") throw data(null, { status: 404 });
}

/** As {@link refuseUnfit}, for reads that a page cannot do without. */
export function refuseUnknown(error: unknown): never {
  refuseUnfit(error);
  throw error;
}
