import { describe } from "vitest";
import { itSignsMembersIn } from "./journey.ts";

describe("the example with Astro", () => itSignsMembersIn("astro"));
