import { Copy, EllipsisVertical, GripVertical, MoveDown, MoveUp, Trash2, TriangleAlert } from "lucide-react";
import { memo, useEffect } from "react";
import {
  Button as AriaButton,
  GridList,
  GridListItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  useDragAndDrop,
} from "react-aria-components";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Row } from "./builder-state.ts";
import { fieldLabel } from "./field-options.ts";
import { fieldTypes, typeOf } from "./field-types.ts";

/** What the menu of a row offers. */
export type RowAction = "up" | "down" | "duplicate" | "delete";

/** Props of {@link FieldList}. */
export interface FieldListProps {
  rows: readonly Row[];
  selectedId: string;
  /** The ids of fields with problems, joined by commas. */
  problemIds: string;
  /** The handlers must stay the same: the list is drawn again only when its rows change. */
  onSelect(id: string): void;
  onMove(ids: ReadonlySet<string>, targetId: string, position: "before" | "after"): void;
  onAction(action: RowAction, id: string): void;
}

const dragType = "porchlight-form-row";
const iconButton =
  "grid size-9 flex-none cursor-pointer place-items-center rounded-md data-[hovered]:bg-line pointer-coarse:size-11";

/** The fields and pages of a form, in order. Rows are moved by drag, or with their menu. */
export const FieldList = memo(function FieldList(props: FieldListProps) {
  const { rows, selectedId, problemIds, onSelect, onMove, onAction } = props;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key), "text/plain": String(key) })),
    acceptedDragTypes: [dragType],
    getDropOperation: () => "move",
    onReorder({ keys, target }) {
      if (target.dropPosition !== "on") onMove(new Set([...keys].map(String)), String(target.key), target.dropPosition);
    },
  });
  useEffect(() => {
    if (selectedId)
      document.querySelector(`[data-key="${CSS.escape(selectedId)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [selectedId]);
  const problems = new Set(problemIds.split(","));
  const pages = rows.filter(({ page }) => page).map(({ _id }) => _id);
  return (
    <GridList
      aria-label={text("Fields of the form")}
      items={rows}
      dependencies={[problemIds, pages.join(), rows[0]?._id, rows.at(-1)?._id]}
      selectionMode="single"
      selectedKeys={selectedId ? [selectedId] : []}
      onSelectionChange={(keys) => {
        const [key] = keys === "all" ? [] : [...keys];
        if (key !== undefined) onSelect(String(key));
      }}
      disallowEmptySelection
      dragAndDropHooks={dragAndDropHooks}
      className="grid content-start gap-1 outline-none data-[empty]:hidden [&_.react-aria-DropIndicator]:h-0.5 [&_.react-aria-DropIndicator]:bg-transparent [&_.react-aria-DropIndicator[data-drop-target]]:bg-accent"
    >
      {(row) => {
        const name = row.page ? pageName(row.page.name, pages.indexOf(row._id) + 1) : rowName(row);
        const type = row.field && typeOf(row.field);
        const Icon = type && fieldTypes[type].icon;
        return (
          <GridListItem
            id={row._id}
            textValue={name}
            className={`flex cursor-pointer items-center gap-2 rounded-lg border px-1 outline-offset-2 data-[dragging]:opacity-50 data-[hovered]:bg-sunken ${
              row.page ? "mt-3 border-transparent first:mt-0" : "border-line bg-surface"
            } data-[selected]:border-accent data-[selected]:bg-accent-soft`}
          >
            <AriaButton slot="drag" className={`${iconButton} cursor-grab text-muted`}>
              <GripVertical aria-hidden size={16} />
            </AriaButton>
            {Icon && <Icon aria-hidden size={16} className="flex-none text-muted" />}
            <span className="grid min-w-0 grow py-2">
              <span className={`truncate ${row.page ? "font-semibold" : "font-medium"}`}>{name}</span>
              {row.field && rowHint(row) !== name && <span className="truncate text-muted">{rowHint(row)}</span>}
            </span>
            {problems.has(row._id) && (
              <span className="flex-none text-danger">
                <TriangleAlert aria-hidden size={16} />
                <span className="sr-only">{text("Has a problem")}</span>
              </span>
            )}
            {row.page?.hidden === true && <Badge>{text("Hidden")}</Badge>}
            {row.field?.hidden === true && <Badge>{text("Hidden")}</Badge>}
            <MenuTrigger>
              <AriaButton aria-label={text("Actions for {name}", { name })} className={iconButton}>
                <EllipsisVertical aria-hidden size={16} />
              </AriaButton>
              <Popover className="min-w-44 rounded-lg border border-line bg-surface p-1 shadow-float">
                <Menu
                  onAction={(key) => onAction(key as RowAction, row._id)}
                  className="outline-none"
                  disabledKeys={[
                    ...(row._id === rows[0]?._id ? ["up"] : []),
                    ...(row._id === rows.at(-1)?._id ? ["down"] : []),
                    ...(row.page ? ["duplicate"] : []),
                  ]}
                >
                  <Item id="up" icon={MoveUp} name={text("Move up")} />
                  <Item id="down" icon={MoveDown} name={text("Move down")} />
                  <Item id="duplicate" icon={Copy} name={text("Duplicate")} />
                  <Item id="delete" icon={Trash2} name={text("Delete")} />
                </Menu>
              </Popover>
            </MenuTrigger>
          </GridListItem>
        );
      }}
    </GridList>
  );
});

const Item = ({ id, name, icon: Icon }: { id: RowAction; name: string; icon: typeof Copy }) => (
  <MenuItem
    id={id}
    textValue={name}
    className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 outline-none data-[disabled]:opacity-50 data-[focused]:bg-sunken pointer-coarse:min-h-11"
  >
    <Icon aria-hidden size={16} />
    {name}
  </MenuItem>
);

/** The name of a page in the list. */
export const pageName = (name: string | null | undefined, number: number): string =>
  name ? text("Page {n}: {name}", { n: number, name }) : text("Page {n}", { n: number });

/** What a field is called in lists of the console. */
export function rowName({ field }: Row): string {
  if (!field) return "";
  const type = typeOf(field);
  return fieldLabel(field) || (type ? fieldTypes[type].name : text("Field without a label"));
}

function rowHint({ field }: Row): string {
  const type = field && typeOf(field);
  if (!type) return text("This kind of field cannot be edited here.");
  const { name } = fieldTypes[type];
  return field.inputOptions?.required ? text("{type}, required", { type: name }) : name;
}
