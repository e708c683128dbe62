import type { MemberClient } from "../../auth/member-client.ts";
import type { Moment } from "../../ui/time-text.tsx";

/** Account sections with data of the site owner's other systems, in display order. Source: spec, site settings. */
export const membershipSections = ["BOOKINGS", "ORDERS", "SUBSCRIPTIONS", "EVENTS"] as const;
/** A section with bookings, orders, subscriptions or events. */
export type MembershipSection = (typeof membershipSections)[number];

/** Parameters of each section's checkout. Source: spec §3, "Redirect session payload". */
export interface MembershipCheckouts {
  BOOKINGS: { slotAvailability: object; timezone?: string | undefined };
  ORDERS: { checkoutId: string };
  SUBSCRIPTIONS: { planId: string; checkoutData?: string | undefined };
  EVENTS: { reservationId: string; eventSlug: string };
}

/** One card. */
export interface MembershipItem<Section extends MembershipSection = MembershipSection> {
  id: string;
  title: string;
  date?: Moment | null | undefined;
  /** A short status in the reader's language, such as "Paid". */
  status?: string | undefined;
  /** Adds a link to the checkout. */
  checkout?: MembershipCheckouts[Section] | undefined;
}

/** The source of a section's cards. */
export interface MembershipSource<Section extends MembershipSection = MembershipSection> {
  /**
   * Lists what the signed-in member has, in display order. `client` is the provider's client, or the request's on a
   * server: its `auth.getAuthHeaders()` identify the member to other systems.
   */
  list(
    client: MemberClient,
    options: { signal?: AbortSignal | undefined },
  ): Promise<readonly MembershipItem<Section>[]>;
  /** A page to browse, for members without items. */
  browseHref?: string | undefined;
}

/** The sources of a site. A section without one is hidden. */
export type Memberships = { readonly [Section in MembershipSection]?: MembershipSource<Section> | undefined };

/** Result of {@link MembershipSource.list}. */
export interface MembershipData<Section extends MembershipSection = MembershipSection> {
  items: readonly MembershipItem<Section>[];
}

/** The redirect session intent of each section's checkout. */
export const checkoutIntents = {
  BOOKINGS: "bookingsCheckout",
  ORDERS: "ecomCheckout",
  SUBSCRIPTIONS: "paidPlansCheckout",
  EVENTS: "eventsCheckout",
} as const satisfies Record<MembershipSection, string>;
