import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import styles from './BlogCard.module.css'

/** The dashboard's way to the blog. */
export function BlogCard() {
  const navigate = useNavigate()
  return (
    <section className={`admin-card ${styles.card}`} aria-labelledby="blog-title">
      <h2 id="blog-title">Blog management</h2>
      <p>Write, publish and illustrate the posts of the public blog.</p>
      <Button onClick={() => void navigate('/admin/blog')}>Manage Blog</Button>
    </section>
  )
}
