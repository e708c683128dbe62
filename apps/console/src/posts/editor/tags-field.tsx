import { isPorchlightError } from "@porchlight/client";
import type { Tag as TagOfBlog } from "@porchlight/client/blog";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Button, Label, Tag, TagGroup, TagList } from "react-aria-components";
import type { Clients } from "../../clients.ts";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { errorText } from "../../ui/errors/error-text.ts";
import { TextField } from "../../ui/fields.tsx";

/** The tags of a post. Enter adds a tag, and creates it if there is none with this name. */
export function TagsField({ value, onChange }: { value: readonly string[]; onChange(value: string[]): void }) {
  const { site } = useConsole().clients;
  const [name, setName] = useState("");
  const tags = useQuery({
    queryKey: ["tags", value],
    queryFn: async ({ signal }) =>
      (await site.tags.queryTags({ filter: { _id: { $in: [...value] } }, paging: { limit: 100 } }, {}, { signal }))
        .tags,
    enabled: value.length > 0,
    placeholderData: keepPreviousData,
  });
  const add = useMutation({
    mutationFn: (label: string) => findOrCreateTag(site.tags, label),
    onSuccess({ _id }) {
      setName("");
      if (!value.includes(_id)) onChange([...value, _id]);
    },
  });
  const chosen = value.flatMap((id) => tags.data?.find(({ _id }) => _id === id) ?? []);
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <TagGroup onRemove={(removed) => onChange(value.filter((id) => !removed.has(id)))} className="grid gap-1">
          <Label className="font-medium">{text("Tags of this post")}</Label>
          <TagList className="flex flex-wrap gap-1">
            {chosen.map(({ _id, label }) => (
              <Tag
                key={_id}
                id={_id}
                textValue={label}
                className="inline-flex cursor-default items-center gap-1 rounded-full bg-sunken py-0.5 ps-3 pe-1"
              >
                {label}
                <Button
                  slot="remove"
                  className="grid size-6 cursor-pointer place-items-center rounded-full hover:bg-line"
                >
                  <X aria-hidden size={14} />
                </Button>
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      )}
      <TextField
        label={text("Add a tag")}
        hint={text("Press Enter after each name.")}
        value={name}
        onChange={setName}
        autoComplete="off"
        error={add.isError ? errorText(add.error) : undefined}
        onKeyDown={(event) => {
          if (event.key === "Enter" && name.trim() !== "" && !add.isPending) add.mutate(name.trim());
        }}
      />
    </div>
  );
}

async function findOrCreateTag(tags: Clients["site"]["tags"], label: string): Promise<TagOfBlog> {
  try {
    return (await tags.getTagByLabel(label)).tag;
  } catch (error) {
    if (!isPorchlightError(error) || error.code !== "TAG_NOT_FOUND") throw error;
    return (await tags.createTag(label)).tag;
  }
}
