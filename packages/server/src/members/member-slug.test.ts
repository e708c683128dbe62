import { describe, expect, it } from "vitest";
import { slugCandidates } from "./member-slug.ts";

const firstTwo = (profile: Parameters<typeof slugCandidates>[0]) => {
  const candidates = slugCandidates(profile);
  return [candidates.next().value, candidates.next().value];
};

describe("slugCandidates", () => {
  it.each([
    [{ nickname: "Ada L." }, "ada-l"],
    [{ firstName: "Ada", lastName: "Lovelace" }, "ada-lovelace"],
    [{ nickname: "", firstName: "Zoë" }, "zoë"],
    [{ nickname: "李 小龙" }, "李-小龙"],
  ])("of %j starts with %j", (profile, slug) => {
    const [first, second] = firstTwo(profile);
    expect(first).toBe(slug);
    expect(second).toMatch(new RegExp(`^${slug}-[a-z2-9]{6}$`));
  });

  it.each([{}, { nickname: "!!!" }, { nickname: "ada@example.com" }, { nickname: null, firstName: null }])(
    "of %j do not contain the name",
    (profile) => {
      expect(firstTwo(profile)[0]).toMatch(/^member-[a-z2-9]{6}$/);
    },
  );

  it("are short and well-formed", () => {
    const [slug] = firstTwo({ nickname: "🦊x".repeat(100) });
    expect(slug?.length).toBeLessThanOrEqual(60);
    expect(slug?.isWellFormed()).toBe(true);
  });
});
