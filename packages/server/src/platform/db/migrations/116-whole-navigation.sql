-- The setting `navigation` is all links in the header now, not only those after the blog, the search and the members.
update settings s
set value = coalesce((
    select case when l.value = '"de"' then '["Blog:/blog", "Suche:/search"]'::jsonb end
    from settings l where l.site_id = s.site_id and l.name = 'language'
  ), '["Blog:/blog", "Search:/search"]'::jsonb)
  || coalesce((
    select case when m.value = '"everyone"' then '["Members:/members"]'::jsonb end
    from settings m where m.site_id = s.site_id and m.name = 'memberDirectory'
  ), '[]'::jsonb)
  || s.value
where s.name = 'navigation' and jsonb_array_length(s.value) > 0;
