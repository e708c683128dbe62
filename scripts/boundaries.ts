/**
 * Who may import whom. Everything that is not allowed here is forbidden. Source: architecture, "Allowed edges".
 */

/** The areas of the product; a folder of this name is the area, in every package. */
export const areas = ["auth", "members", "blog", "data", "forms", "redirects", "webhooks"] as const;
export type Area = (typeof areas)[number];

export interface PackageRules {
  /** From the root of the repository. */
  folder: string;
  /** Package names of this repository that it may import. */
  packages: readonly string[];
  /** Folders that every area may import and that never import an area; outsiders of the areas otherwise. */
  foundation: readonly string[];
  /** Files and folders that put areas together: they may import everything in their package, and nothing imports them. */
  composition: readonly string[];
  /** The same, but areas may import them: what stands around every screen, and shows who is signed in. */
  meetingPlaces: readonly string[];
  /** Area to areas it may import. */
  areaEdges: Partial<Record<Area, readonly Area[]>>;
}

export const packageRules: Readonly<Record<string, PackageRules>> = {
  "@porchlight/contract": {
    folder: "packages/contract",
    packages: [],
    foundation: ["texts", "media"],
    composition: ["errors.ts", "reference.ts"],
    meetingPlaces: [],
    // A member's addresses have the shape of an identity's.
    // Events tell of posts and the rest, in the forms of their answers.
    areaEdges: { members: ["auth"], webhooks: ["blog"] },
  },
  "@porchlight/client": {
    folder: "packages/client",
    packages: ["@porchlight/contract"],
    foundation: ["media"],
    composition: ["index.ts", "create-client.ts", "server.ts", "testing"],
    meetingPlaces: [],
    areaEdges: { auth: ["redirects"], webhooks: ["auth", "blog"] },
  },
  "@porchlight/react": {
    folder: "packages/react",
    packages: ["@porchlight/client", "@porchlight/contract"],
    foundation: ["ui", "texts"],
    composition: ["index.ts"],
    meetingPlaces: ["provider.tsx"],
    // Screens of the account show who is signed in.
    areaEdges: { members: ["auth"] },
  },
  "@porchlight/server": {
    folder: "packages/server",
    packages: ["@porchlight/contract"],
    foundation: [
      "http",
      "db",
      "mail",
      "messages",
      "events",
      "jobs",
      "outbound",
      "sessions",
      "limits",
      "media",
      "views",
      "seed",
    ],
    composition: ["index.ts", "app.ts", "server.ts"],
    meetingPlaces: [],
    areaEdges: { auth: ["members"], redirects: ["auth"] },
  },
  porchlight: {
    folder: "packages/cli",
    packages: ["@porchlight/contract", "@porchlight/server", "@porchlight/site"],
    foundation: ["start"],
    composition: [],
    meetingPlaces: [],
    areaEdges: {},
  },
  "@porchlight/site": {
    folder: "apps/site",
    packages: ["@porchlight/react", "@porchlight/client"],
    foundation: ["styles"],
    composition: ["routes.tsx", "entry-server.tsx", "entry-browser.tsx", "german.ts", "server"],
    meetingPlaces: ["shell"],
    // What may be read, and changed, depends on who is signed in; items hold texts as posts do.
    areaEdges: { members: ["auth"], data: ["auth", "blog"] },
  },
};

/** Folders whose files may import everything, and that nothing outside them may import. */
export const outsiders = ["tests", "bench", "scripts"] as const;

/** Source files that never import each other, by the end of their name: a route asks a use case, never a store. */
export const forbiddenNames: readonly { from: RegExp; to: RegExp; reason: string }[] = [
  { from: /\/routes\.ts$/, to: /-store\.ts$/, reason: "a route calls a use case, not a store" },
];
