import { type Memberships, membershipSections } from "@porchlight/react";

/** Sections that have a source, in their order. */
export const shownMemberships = membershipSections.filter((section) => memberships[section] !== undefined);

/** The section that an address names, like `bookings`; nothing where it has no source. */
export function findMembership(name: string | undefined) {
  const section = shownMemberships.find((candidate) => candidate.toLowerCase() === name);
  return section && { section, source: memberships[section]! };
}

/**
 * Where bookings, orders, subscriptions and events of the account come from: systems of the site owner's, which this site knows
 * nothing of. A developer of the site names them here; what has no source is not shown. See docs/react.md, "Bookings, orders".
 */
export const memberships: Memberships = {};
