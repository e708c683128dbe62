import type { Memberships } from "@porchlight/react";

/**
 * Where bookings, orders, subscriptions and events of the account come from: systems of the site owner's, which this site knows
 * nothing of. A developer of the site names them here; what has no source is not shown. See docs/react.md, "Bookings, orders".
 */
export const memberships: Memberships = {};
