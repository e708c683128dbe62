import type { Memberships } from "@porchlight/react";

/**
 * Sources of the account's bookings, orders, subscriptions and events, which are in other systems of the site owner. A
 * developer of the site adds them here; sections without a source are not shown. See
 * docs/how-to/show-orders-and-bookings.md.
 */
export const memberships: Memberships = {};
