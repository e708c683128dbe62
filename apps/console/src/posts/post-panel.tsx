import type { DraftPostInput } from "@porchlight/client/blog";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, Label, Switch } from "react-aria-components";
import { useConsole } from "../context.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import { CoverField } from "./cover-field.tsx";
import { TagsField } from "./tags-field.tsx";

/** The properties of a post that the panel edits. */
export type PostFacts = Pick<
  DraftPostInput,
  "excerpt" | "seoSlug" | "media" | "categoryIds" | "tagIds" | "featured" | "membersOnly" | "commentingEnabled"
>;

/** Props of {@link PostPanel}. */
export interface PostPanelProps {
  facts: PostFacts;
  onChange(changes: PostFacts): void;
}

/** Everything about a post besides its title and text. */
export function PostPanel({ facts, onChange }: PostPanelProps) {
  return (
    <aside aria-label="Settings of the post" className="grid content-start gap-6">
      <CoverField value={facts.media} onChange={(media) => onChange({ media: media ?? null })} />
      <TextField
        label="URL"
        hint="The last part of the address. Leave empty to derive it from the title."
        value={facts.seoSlug ?? ""}
        onChange={(seoSlug) => onChange({ seoSlug })}
        autoComplete="off"
      />
      <TextArea
        label="Excerpt"
        hint="Shown in lists and by search engines. Default: the start of the text."
        value={facts.excerpt ?? ""}
        onChange={(excerpt) => onChange({ excerpt })}
      />
      <Categories value={facts.categoryIds ?? []} onChange={(categoryIds) => onChange({ categoryIds })} />
      <TagsField value={facts.tagIds ?? []} onChange={(tagIds) => onChange({ tagIds })} />
      <div className="grid gap-3">
        <Toggle isOn={facts.featured === true} onChange={(featured) => onChange({ featured })}>
          Featured on the home page
        </Toggle>
        <Toggle isOn={facts.membersOnly === true} onChange={(membersOnly) => onChange({ membersOnly })}>
          Members only
        </Toggle>
        <Toggle
          isOn={facts.commentingEnabled !== false}
          onChange={(commentingEnabled) => onChange({ commentingEnabled })}
        >
          Comments
        </Toggle>
      </div>
    </aside>
  );
}

function Categories({ value, onChange }: { value: string[]; onChange(value: string[]): void }) {
  const { site } = useConsole().clients;
  const categories = useQuery({
    queryKey: ["categories"],
    queryFn: async ({ signal }) =>
      (await site.categories.listCategories({ paging: { limit: 100 } }, { signal })).categories ?? [],
  });
  if (!categories.data?.length) return null;
  return (
    <CheckboxGroup value={value} onChange={onChange} className="grid gap-2">
      <Label className="font-medium">Categories</Label>
      {categories.data.map(({ _id, label }) => (
        <Checkbox key={_id} value={_id ?? ""} className="flex cursor-pointer items-center gap-2">
          {({ isSelected }) => (
            <>
              <span
                aria-hidden
                className={`grid size-5 place-items-center rounded border text-xs ${isSelected ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface"}`}
              >
                {isSelected ? "✓" : ""}
              </span>
              {label}
            </>
          )}
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

function Toggle({ isOn, onChange, children }: { isOn: boolean; onChange(isOn: boolean): void; children: ReactNode }) {
  return (
    <Switch isSelected={isOn} onChange={onChange} className="flex cursor-pointer items-center justify-between gap-3">
      {children}
      <span
        aria-hidden
        className={`flex h-6 w-10 flex-none items-center rounded-full p-0.5 ${isOn ? "justify-end bg-accent" : "justify-start bg-line-strong"}`}
      >
        <span className="size-5 rounded-full bg-surface" />
      </span>
    </Switch>
  );
}
